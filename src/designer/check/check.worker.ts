import { createVocabulary, type WidgetDefinition } from '../../kernel/index.ts';
import { checkText, type CheckOptions, type TextCheck } from './checkText.ts';

/** The part of a widget definition that parsing needs, without functions, which cannot be sent to a worker. */
export type PlainDefinition = Pick<WidgetDefinition, 'tag' | 'kind' | 'valueType' | 'hasCompanion'>;

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

// the types of the DOM library do not describe the global scope of a worker
const scope = globalThis as unknown as {
  onmessage: ((event: MessageEvent<CheckRequest>) => void) | null;
  postMessage(answer: CheckAnswer): void;
};

scope.onmessage = ({ data: { id, text, options, definitions } }) => {
  scope.postMessage({ id, check: checkText(text, createVocabulary(definitions), options) });
};
