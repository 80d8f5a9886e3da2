/** How the ground looks: seasons are classes of a map (ground.css); by night everything on it has the colours of the night. */
export function themeOf(season: string): "dark" | undefined {
  return season === "night" ? "dark" : undefined;
}
