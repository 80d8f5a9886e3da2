import { afterEach, beforeAll, describe, expect, test, vi } from "vitest";

// The registry runs in a page; here is as much of one as it asks for.
class FakeElement {
  type = "";
  constructor(
    private readonly tag: string,
    type = "",
  ) {
    this.type = type;
  }
  closest(selector: string): FakeElement | null {
    return selector.split(", ").includes(this.tag) ? this : null;
  }
}
const kept = new Map<string, string>();
vi.stubGlobal("Element", FakeElement);
vi.stubGlobal("localStorage", {
  getItem: (key: string) => kept.get(key) ?? null,
  setItem: (key: string, value: string) => kept.set(key, value),
});

type Module = typeof import("./keys.svelte");
let module: Module;
beforeAll(async () => {
  module = await import("./keys.svelte");
});
afterEach(() => kept.clear());

function pressed(key: string, more: Partial<KeyboardEvent> = {}, on = new FakeElement("div")): KeyboardEvent {
  const event = {
    key,
    ctrlKey: false,
    metaKey: false,
    altKey: false,
    shiftKey: false,
    defaultPrevented: false,
    isComposing: false,
    target: on,
    ...more,
  };
  return { ...event, preventDefault: vi.fn() } as unknown as KeyboardEvent;
}

describe("names of keys", () => {
  test.each([
    [{ key: "U", shiftKey: true }, "Shift+u"],
    [{ key: "u" }, "u"],
    [{ key: "z", metaKey: true }, "Ctrl+z"],
    [{ key: "?", shiftKey: true }, "?"],
    [{ key: "ArrowUp", shiftKey: true }, "Shift+ArrowUp"],
    [{ key: " " }, "Space"],
  ])("%o is %s", (given, name) => {
    const { key, ...more } = given;
    expect(module.keyName(pressed(key, more))).toBe(name);
  });

  test("people read arrows and Esc", () => {
    expect(module.keyWord("Shift+ArrowUp")).toBe("Shift+↑");
    expect(module.keyWord("Escape")).toBe("Esc");
    expect(module.keyWord("Ctrl+z")).toBe("Ctrl+Z");
  });
});

describe("keys that are somebody else's", () => {
  test("what is typed into a field stays there", () => {
    expect(module.belongsTo(new FakeElement("input", "text") as never, "u")).toBe(true);
    expect(module.belongsTo(new FakeElement("textarea") as never, "u")).toBe(true);
    expect(module.belongsTo(new FakeElement("dialog") as never, "Escape")).toBe(true);
  });

  test("a checkbox takes no letters", () => {
    expect(module.belongsTo(new FakeElement("input", "checkbox") as never, "1")).toBe(false);
  });

  test("Enter on a button is the button's", () => {
    expect(module.belongsTo(new FakeElement("button") as never, "Enter")).toBe(true);
    expect(module.belongsTo(new FakeElement("button") as never, "u")).toBe(false);
  });
});

describe("the registry", () => {
  test("no key is bound twice", () => {
    const all = module.BINDINGS.flatMap((binding) => binding.keys);
    expect(new Set(all).size).toBe(all.length);
  });

  test("the last to come is asked first, and may pass", () => {
    const keys = new module.Keys();
    const heard: string[] = [];
    keys.on({ undo: () => void heard.push("screen") });
    const off = keys.on({
      undo: (_, key) => {
        heard.push("move");
        return key === "Backspace" ? undefined : false;
      },
    });
    keys.press(pressed("u"));
    keys.press(pressed("Backspace"));
    off();
    keys.press(pressed("u"));
    expect(heard).toEqual(["move", "screen", "move", "screen"]);
  });

  test("what is done is not done again by the browser; what is passed is", () => {
    const keys = new module.Keys();
    keys.on({ undo: () => undefined, hurry: () => false });
    const undo = pressed("u");
    const hurry = pressed("h");
    keys.press(undo);
    keys.press(hurry);
    expect(undo.preventDefault).toHaveBeenCalled();
    expect(hurry.preventDefault).not.toHaveBeenCalled();
  });

  test("what somebody has taken already is left alone", () => {
    const keys = new module.Keys();
    const undo = vi.fn();
    keys.on({ undo });
    keys.press(pressed("u", { defaultPrevented: true }));
    expect(undo).not.toHaveBeenCalled();
  });

  test("a key that is put elsewhere leaves its old place, and is remembered", () => {
    const keys = new module.Keys();
    keys.rebind("hurry", "u");
    expect(keys.bound("u")).toBe("hurry");
    expect(keys.keysOf("undo")).toEqual(["Ctrl+z", "Backspace"]);
    expect(new module.Keys().bound("u")).toBe("hurry");
    keys.restore();
    expect(new module.Keys().bound("u")).toBe("undo");
  });
});
