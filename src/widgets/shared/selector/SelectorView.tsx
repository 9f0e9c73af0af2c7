import type { FunctionComponent } from 'react';
import type { ViewProps } from '../../../runtime/node/faces.ts';
import type { SelectorNode } from './selector.ts';
import { chosenText, useChosenItems, type SelectorKind } from './selectorData.ts';

/** Creates the view face of a selector, which shows the names of the chosen people, departments or units. */
export function selectorView(kind: SelectorKind): FunctionComponent<ViewProps<SelectorNode>> {
  return function SelectorView({ value, label }: ViewProps<SelectorNode>) {
    return chosenText(useChosenItems(kind, value, label).chosen);
  };
}
