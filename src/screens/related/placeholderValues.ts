import { type PlaceholderValues, placeholderValuesOf } from '../../kernel/index.ts';
import type { PageRecord } from '../../runtime/contexts.ts';
import type { Situation } from '../../rules/situation.ts';

/**
 * Returns the values of the placeholders `${…}` in a screen: `id`, `title` and the fields of the page's record,
 * `user.id`, `user.name`, `user.dept`, `unit`, and `query.<name>` for an address parameter.
 */
export function screenPlaceholderValues(
  page: PageRecord | null,
  situation: Situation,
  query: Readonly<Record<string, string>>,
): PlaceholderValues {
  const { user } = situation;
  return placeholderValuesOf(situation, {
    ...page?.record.fieldsMap,
    ...(page ? { id: page.record.id, title: page.record.title } : {}),
    'user.id': user.id,
    'user.name': user.name,
    'user.dept': user.dept?.id,
    unit: user.unit?.id,
    ...Object.fromEntries(Object.entries(query).map(([name, value]) => [`query.${name}`, value])),
  });
}
