import { withSwitchValues, type Element } from '../../flow/index.ts';
import type { AddNote } from './importNote.ts';

/** Corrects the condition of an edge that compares a switch of the form with true or false. */
export function correctSwitchCondition(element: Element, switches: ReadonlySet<string>, note: AddNote): void {
  const expression = element.conditionExpression as Element | undefined;
  const body = String(expression?.body ?? '');
  if (!expression || body === '' || switches.size === 0) return;
  const corrected = withSwitchValues(body, switches);
  if (corrected === body) return;
  expression.body = corrected;
  note(element, `条件 ${body} → ${corrected}（开关的值是 '1' 和 '0'）`);
}
