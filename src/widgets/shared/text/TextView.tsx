import type { FunctionComponent, ReactNode } from 'react';
import type { WidgetDefinition, Option } from '../../../kernel/index.ts';
import type { ViewProps } from '../../../runtime/node/faces.ts';
import { useOptions } from '../../../runtime/options/useOptions.ts';
import { documentOptions } from '../../../runtime/options/source.ts';
import { findOption } from '../choice/options.ts';
import '../blocks.css';

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
  const said = ({ node, value, label }: ViewProps<N>, options: readonly Option[] | undefined): ReactNode => {
    const text = definition.text?.(value, node, { options, label }) ?? '';
    const look = Array.isArray(value) ? undefined : findOption(options, value)?.listClass;
    return look !== undefined && LOOKS.includes(look) ? <span className={`sf-tag sf-tag-${look}`}>{text}</span> : text;
  };
  const Asked = (props: ViewProps<N>): ReactNode => said(props, useOptions(props.node).options);
  return function OptionTextView(props: ViewProps<N>) {
    // what stands in the document changes with nothing: a long form of text waits for no store
    const written = documentOptions(props.node);
    return written === null ? <Asked {...props} /> : said(props, written);
  };
}
