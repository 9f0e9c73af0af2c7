import type { RecordSelectorNode } from '../../grammar/nodes.ts';
import { relatedIds } from '../../kernel/index.ts';
import { LIST_SEPARATOR } from '../shared/values.ts';

/** A record as it is chosen: its id and its title. */
export interface RecordChoice {
  id: string;
  title: string;
}

/** The chosen records by the stored titles; a title that is not known is the id. */
export function choicesOf(
  value: unknown,
  label: string | undefined,
  node: Pick<RecordSelectorNode, 'multiple'>,
): RecordChoice[] {
  const ids = relatedIds(value);
  const names = node.multiple === true ? (label ?? '').split(LIST_SEPARATOR) : [label ?? ''];
  return ids.map((id, index) => ({ id, title: (names.length === ids.length && names[index]) || id }));
}

/** The value to be stored, and the titles beside it. */
export function storedOf(
  choices: readonly RecordChoice[],
  node: Pick<RecordSelectorNode, 'multiple'>,
): { value: string | string[] | null; label: string } {
  const label = choices.map(({ title }) => title).join(LIST_SEPARATOR);
  if (node.multiple === true) return { value: choices.map(({ id }) => id), label };
  return { value: choices[0]?.id ?? null, label };
}
