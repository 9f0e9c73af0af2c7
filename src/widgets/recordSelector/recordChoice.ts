import type { RecordSelectorNode } from '../../grammar/nodes.ts';
import { relatedIds } from '../../kernel/index.ts';
import { LIST_SEPARATOR } from '../shared/values.ts';

/** A chosen record. */
export interface RecordChoice {
  id: string;
  title: string;
}

/**
 * Parses the stored ids and titles. The id replaces an empty title; if the numbers of ids and titles differ (a title
 * may contain the separator), the ids replace all titles.
 */
export function parseChoices(
  value: unknown,
  label: string | undefined,
  node: Pick<RecordSelectorNode, 'multiple'>,
): RecordChoice[] {
  const ids = relatedIds(value);
  const names = node.multiple === true ? (label ?? '').split(LIST_SEPARATOR) : [label ?? ''];
  return ids.map((id, index) => ({ id, title: (names.length === ids.length && names[index]) || id }));
}

/** Converts chosen records to the stored value and the companion label. */
export function toStored(
  choices: readonly RecordChoice[],
  node: Pick<RecordSelectorNode, 'multiple'>,
): { value: string | string[] | null; label: string } {
  const label = choices.map(({ title }) => title).join(LIST_SEPARATOR);
  if (node.multiple === true) return { value: choices.map(({ id }) => id), label };
  return { value: choices[0]?.id ?? null, label };
}
