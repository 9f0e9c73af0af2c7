import type { FunctionComponent } from 'react';
import type { WidgetDefinition } from '../../kernel/widget.ts';
import type { ViewProps } from '../../runtime/faces.ts';
import { useOptions } from '../../runtime/options/useOptions.ts';
import { findOption } from './options.ts';
import './blocks.css';

/** A view face that is the definition's text and nothing more. */
export function textView<N>(definition: WidgetDefinition<N>): FunctionComponent<ViewProps<N>> {
  return function TextView({ node, value, label }: ViewProps<N>) {
    return definition.text?.(value, node, { label }) ?? '';
  };
}

/** EN-018: looks that a dictionary item may have. */
const LOOKS = ['primary', 'success', 'info', 'warning', 'danger'];

/** The same for a field with options: their labels once they are known, until then the stored companion label. */
export function optionTextView<N extends object>(definition: WidgetDefinition<N>): FunctionComponent<ViewProps<N>> {
  return function OptionTextView({ node, value, label }: ViewProps<N>) {
    const { options } = useOptions(node);
    const text = definition.text?.(value, node, { options, label }) ?? '';
    const look = Array.isArray(value) ? undefined : findOption(options, value)?.listClass;
    return look !== undefined && LOOKS.includes(look) ? <span className={`sf-tag sf-tag-${look}`}>{text}</span> : text;
  };
}
