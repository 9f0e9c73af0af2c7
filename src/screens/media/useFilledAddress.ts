import { useContext } from 'react';
import { fillText } from '../../kernel/index.ts';
import { RecordPageContext, useSituation } from '../../runtime/contexts.ts';
import { encodePlaceholderValues } from '../../requests/index.ts';
import { usePageNavigation } from '../navigation/pageNavigation.ts';
import { screenPlaceholderValues } from '../related/placeholderValues.ts';

const LEADING_PLACEHOLDER = /^\s*\$\{[^}]*\}/;

/**
 * Returns an address from a document, with values of the page in place of its placeholders `${name}`. The values are
 * encoded as parts of the address, except the value of a placeholder at the beginning: it is the address itself, or its
 * first part.
 */
export function useFilledAddress(address: string): string {
  const page = useContext(RecordPageContext);
  const situation = useSituation();
  const { query } = usePageNavigation();
  const placeholderValues = screenPlaceholderValues(page, situation, query);
  const leadingPlaceholder = LEADING_PLACEHOLDER.exec(address)?.[0] ?? '';
  const remainder = address.slice(leadingPlaceholder.length);
  return [
    fillText(leadingPlaceholder, placeholderValues),
    fillText(remainder, encodePlaceholderValues(placeholderValues)),
  ]
    .map((part) => String(part ?? ''))
    .join('');
}
