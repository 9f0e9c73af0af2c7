/** The lines of one run. A figure over its target is marked; it fails nothing. */
interface Line {
  case: string;
  'own / peer': string;
  ratio: string;
  target: string;
  met: string;
}

const lines: Line[] = [];
/** Told at once, too: a run that is cut short keeps what it measured. */
function add(line: Line): void {
  lines.push(line);
  console.log(Object.values(line).join(' | '));
}

const shown = (value: number): string => (value >= 100 ? value.toFixed(0) : value.toFixed(value >= 10 ? 1 : 2));

/** A figure of the product beside that of its peer in the same run. */
export function note(what: string, own: number, peer: number, target: number, unit = 'ms'): void {
  const ratio = own / peer;
  add({
    case: what,
    'own / peer': `${shown(own)} / ${shown(peer)} ${unit}`,
    ratio: ratio.toFixed(2),
    target: `<= ${target}`,
    met: ratio <= target ? 'yes' : 'NO',
  });
}

/** A rate of the product that must reach a part of its peer's in the same run. */
export function rate(what: string, own: number, peer: number, atLeast: number): void {
  const ratio = own / peer;
  add({
    case: what,
    'own / peer': `${shown(own)} / ${shown(peer)}`,
    ratio: ratio.toFixed(2),
    target: `>= ${atLeast}`,
    met: ratio >= atLeast ? 'yes' : 'NO',
  });
}

/** A figure that has a limit of its own, or none. */
export function figure(what: string, value: string, limit?: { is: number; atMost: number }): void {
  add({
    case: what,
    'own / peer': value,
    ratio: '',
    target: limit ? `<= ${limit.atMost}` : '',
    met: limit ? (limit.is <= limit.atMost ? 'yes' : 'NO') : '',
  });
}

/** Something could not be measured here; the line says why. */
export function skip(what: string, reason: string): void {
  add({ case: what, 'own / peer': `not measured: ${reason}`, ratio: '', target: '', met: '' });
}

export const printTable = (): void => console.table(lines);
