import type { MapView } from "../wire";

/** The corner of a battlefield that the start page shows. It is a picture, and nobody fights there. */
export const ground: MapView = { name: "the start page", width: 30000, depth: 48000, terrain: [], objectives: [] };
