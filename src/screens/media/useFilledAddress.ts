import { useContext } from 'react';
import { fillText } from '../../kernel/index.ts';
import { RecordPageContext, useSituation } from '../../runtime/contexts.ts';
import { encodePlaceholderValues } from '../../requests/index.ts';
import { usePageNavigation } from '../navigation/pageNavigation.ts';
import { screenPlaceholderValues } from '../related/placeholderValues.ts';

const LEADING_PLACEHOLDER = /^\s*\$\{[^}]*\}/;

/**
 * Replaces the placeholders `${name}` in an address from a document with values of the page. The values are encoded as
 * parts of the address, except a leading one: it contains the address itself, or its beginning.
 */
export function useFilledAddress(address: string): string {
  const page = useContext(RecordPageContext);
  const situation = useSituation();
  const { query } = usePageNavigation();
  const source = screenPlaceholderValues(page, situation, query);
  const leading = LEADING_PLACEHOLDER.exec(address)?.[0] ?? '';
  const rest = address.slice(leading.length);
  return [fillText(leading, source), fillText(rest, encodePlaceholderValues(source))]
    .map((part) => String(part ?? ''))
    .join('');
}
