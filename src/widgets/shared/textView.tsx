import type { FunctionComponent } from 'react';
import type { WidgetDefinition } from '../../kernel/widget.ts';
import type { ViewProps } from '../../runtime/faces.ts';
import { useOptions } from '../../runtime/options/useOptions.ts';

/** A view face that is the definition's text and nothing more. */
export function textView<N>(definition: WidgetDefinition<N>): FunctionComponent<ViewProps<N>> {
  return function TextView({ node, value, label }: ViewProps<N>) {
    return definition.text?.(value, node, { label }) ?? '';
  };
}

/** The same for a field with options: their labels once they are known, until then the stored companion label. */
export function optionTextView<N extends object>(definition: WidgetDefinition<N>): FunctionComponent<ViewProps<N>> {
  return function OptionTextView({ node, value, label }: ViewProps<N>) {
    const { options } = useOptions(node);
    return definition.text?.(value, node, { options, label }) ?? '';
  };
}
