import { createVocabulary, type WidgetDefinition } from '../../kernel/index.ts';
import { checkText, type CheckOptions, type TextCheck } from './checkText.ts';

/** What reading needs to know of the widgets: no functions, they do not cross. */
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

// Of a worker's own scope only these two are used; the library of the page's types does not know it.
const scope = globalThis as unknown as {
  onmessage: ((event: MessageEvent<CheckRequest>) => void) | null;
  postMessage(answer: CheckAnswer): void;
};

scope.onmessage = ({ data: { id, text, options, definitions } }) => {
  scope.postMessage({ id, check: checkText(text, createVocabulary(definitions), options) });
};
