import type { Plugin } from "vite";

export function offlineModule(): Plugin;
export function offlineFiles(): Plugin;
