/** Whether somebody looks at the table of a battle that is over, instead of at its end. */
class Ending {
  looksBack = $state(false);
}

export const ending = new Ending();
