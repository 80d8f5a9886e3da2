/** Made by the build: where the parts for offline use lie. */
declare module "virtual:offline" {
  /** The interpreter: its folder, and every file that is fetched from it. */
  export const PYTHON: { folder: string; files: string[] };
  /** The wheel of msgspec for the browser; null where the build could not get it. */
  export const MSGSPEC: string | null;
}
