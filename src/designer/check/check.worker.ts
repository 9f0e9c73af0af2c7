import { createVocabulary, type WidgetDefinition } from '../../kernel/index.ts';
import type { ValueType } from '../../expressions/index.ts';
import { checkText, type CheckOptions, type TextCheck } from './checkText.ts';

/**
 * The part of a widget definition that can be sent to a worker: everything except functions. Used for widgets of added
 * plugins, because the worker itself contains only the definitions of this product's widgets.
 */
export type PlainDefinition = Pick<WidgetDefinition, 'tag' | 'kind' | 'hasCompanion'> & { valueType?: ValueType };

const productDefinitions = Object.values(
  import.meta.glob<{ definition: WidgetDefinition }>('../../widgets/*/definition.ts', { eager: true }),
).map(({ definition }) => definition);
const productTags = new Set(productDefinitions.map(({ tag }) => tag));

export interface CheckRequest {
  id: number;
  text: string;
  options: CheckOptions;
  definitions: readonly PlainDefinition[];
}
export interface CheckAnswer {
  id: number;
  check: TextCheck;
}

// the types of the DOM library do not include the global scope of a worker
const workerScope = globalThis as unknown as {
  onmessage: ((event: MessageEvent<CheckRequest>) => void) | null;
  postMessage(answer: CheckAnswer): void;
};

workerScope.onmessage = ({ data: { id, text, options, definitions } }) => {
  const pluginDefinitions = definitions.filter(({ tag }) => !productTags.has(tag));
  workerScope.postMessage({
    id,
    check: checkText(text, createVocabulary([...productDefinitions, ...pluginDefinitions]), options),
  });
};
