let counter = 0;

/** Creates a row id that is unique among the rows of a record, in browser and server alike. */
export function newRowId(): string {
  counter = (counter + 1) % 1_000_000;
  const random = new Uint32Array(2);
  crypto.getRandomValues(random);
  return `r${Date.now().toString(36)}${counter.toString(36)}${Array.from(random, (part) => part.toString(36)).join('')}`;
}
