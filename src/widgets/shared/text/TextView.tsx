import type { FunctionComponent, ReactNode } from 'react';
import type { WidgetDefinition, Option } from '../../../kernel/index.ts';
import type { ViewProps } from '../../../runtime/node/faces.ts';
import { useOptions } from '../../../runtime/options/useOptions.ts';
import { documentOptions, withRetired } from '../../../runtime/options/source.ts';
import { findOption } from '../choice/options.ts';
import '../blocks.css';

/** Creates a view face that shows the definition's text. */
export function textView<N>(definition: WidgetDefinition<N>): FunctionComponent<ViewProps<N>> {
  return function TextView({ node, value, label }: ViewProps<N>) {
    return definition.text?.(value, node, { label }) ?? '';
  };
}

/** EN-018: tag styles of dictionary items. */
const TAG_STYLES = ['primary', 'success', 'info', 'warning', 'danger'];

/** Creates a view face for a field with options: shows the labels of the options; until loaded, the companion label. */
export function optionTextView<N extends object>(definition: WidgetDefinition<N>): FunctionComponent<ViewProps<N>> {
  const renderText = ({ node, value, label }: ViewProps<N>, options: readonly Option[] | undefined): ReactNode => {
    const text = definition.text?.(value, node, { options, label }) ?? '';
    const tagStyle = Array.isArray(value) ? undefined : findOption(options, value)?.listClass;
    return tagStyle !== undefined && TAG_STYLES.includes(tagStyle) ? (
      <span className={`sf-tag sf-tag-${tagStyle}`}>{text}</span>
    ) : (
      text
    );
  };
  const LoadedOptionText = (props: ViewProps<N>): ReactNode =>
    renderText(props, useOptions(withRetired(props.node)).options);
  return function OptionTextView(props: ViewProps<N>) {
    // options in the document are constant, so no subscription is needed
    const staticOptions = documentOptions(props.node);
    return staticOptions === null ? <LoadedOptionText {...props} /> : renderText(props, staticOptions);
  };
}
