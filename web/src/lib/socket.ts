import type { ClientMessage, ServerMessage } from "../wire";

export type Line = "connecting" | "open" | "lost" | "refused";

const HEARTBEAT = 2500; // between a pong and the next ping
const DEAD_AFTER = 6000; // without a pong the line is dead
const RETRY = [100, 250, 500, 1000, 1500]; // so that a line that comes back is noticed within two seconds

/**
 * A connection that mends itself. What must not be lost (answers) is sent through `deliver` and kept until it is
 * acknowledged; on every reopening it is sent again, and the server counts it once.
 */
export class Socket {
  private socket: WebSocket | null = null;
  private tries = 0;
  private closed = false;
  private beating: ReturnType<typeof setTimeout> | undefined;
  private dead: ReturnType<typeof setTimeout> | undefined;
  private again: ReturnType<typeof setTimeout> | undefined;
  private readonly undelivered = new Map<string, ClientMessage>();

  constructor(
    private readonly address: string,
    private readonly hello: () => ClientMessage,
    private readonly hear: (message: ServerMessage) => void,
    private readonly tellLine: (line: Line) => void,
  ) {
    this.open();
    addEventListener("online", this.hurry);
    document.addEventListener("visibilitychange", this.hurry);
  }

  /** Send if the line is open; questions need not survive a break. */
  send(message: ClientMessage): boolean {
    if (this.socket?.readyState !== WebSocket.OPEN) return false;
    this.socket.send(JSON.stringify(message));
    return true;
  }

  deliver(ref: string, message: ClientMessage): void {
    this.undelivered.set(ref, message);
    this.send(message);
  }

  settled(ref: string): void {
    this.undelivered.delete(ref);
  }

  close(): void {
    this.closed = true;
    removeEventListener("online", this.hurry);
    document.removeEventListener("visibilitychange", this.hurry);
    this.quiet();
    this.socket?.close();
  }

  private readonly hurry = (): void => {
    if (this.closed || document.visibilityState === "hidden") return;
    if (this.socket === null) {
      clearTimeout(this.again);
      this.open();
    } else this.ping();
  };

  private open(): void {
    this.tellLine("connecting");
    const socket = new WebSocket(this.address);
    this.socket = socket;
    socket.onopen = () => {
      this.tries = 0;
      this.send(this.hello());
      for (const message of this.undelivered.values()) this.send(message);
      this.ping();
    };
    socket.onmessage = (event: MessageEvent<string>) => {
      const message = JSON.parse(event.data) as ServerMessage;
      if (message.type === "pong") this.alive();
      if (message.type === "trouble" && message.fatal) {
        this.closed = true;
        this.tellLine("refused");
      }
      this.hear(message);
    };
    socket.onclose = () => this.lost(socket);
  }

  private lost(socket: WebSocket): void {
    if (this.socket !== socket) return;
    this.quiet();
    this.socket = null;
    if (this.closed) return;
    this.tellLine("lost");
    this.again = setTimeout(() => this.open(), RETRY[Math.min(this.tries, RETRY.length - 1)]);
    this.tries += 1;
  }

  private ping(): void {
    this.quiet();
    if (!this.send({ type: "ping", sent: Math.round(performance.now()) })) return;
    this.dead = setTimeout(() => {
      const socket = this.socket;
      if (!socket) return;
      socket.onclose = null; // it may take minutes to notice by itself
      socket.close();
      this.lost(socket);
    }, DEAD_AFTER);
  }

  private alive(): void {
    this.quiet();
    this.beating = setTimeout(() => this.ping(), HEARTBEAT);
  }

  private quiet(): void {
    clearTimeout(this.beating);
    clearTimeout(this.dead);
  }
}
