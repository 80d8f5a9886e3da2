/** Pixels of an inch at real size: a table of 72 inches is then 1080 pixels wide. */
export const REAL = 15;
/** Pixels of an inch from afar: men are then drawn simply. */
export const AFAR = 10;
