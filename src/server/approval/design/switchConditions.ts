import { withSwitchValues, type Element } from '../../flow/index.ts';
import type { Note } from './notes.ts';

/** Mends the condition of a line that asks a switch of the form for true or false. */
export function mendSwitches(element: Element, switches: ReadonlySet<string>, note: Note): void {
  const expression = element.conditionExpression as Element | undefined;
  const body = String(expression?.body ?? '');
  if (!expression || body === '' || switches.size === 0) return;
  const mended = withSwitchValues(body, switches);
  if (mended === body) return;
  expression.body = mended;
  note(element, `条件 ${body} → ${mended}（开关的值是 '1' 和 '0'）`);
}
