import { compileForm } from '../../../src/kernel/compile.ts';
import type { CompiledForm } from '../../../src/kernel/form.ts';
import { parseFormDefinition } from '../../../src/importer/parse.ts';
import { createVocabulary } from '../../../src/kernel/registry.ts';
import { definitions } from '../../../src/server/widgets.generated.ts';
import type fc from '../../support/fc.ts';
import { formDefinition, type GeneratedForm } from './definition.ts';

/** What the server registers: the same definitions as the browser's, without their faces. */
export const vocabulary = createVocabulary(definitions);

export function compileGenerated(definition: GeneratedForm): CompiledForm {
  const parsed = parseFormDefinition(definition, vocabulary);
  if (!parsed.ok) throw new Error(`a generated form is refused: ${JSON.stringify(parsed.problems)}`);
  return compileForm(parsed.value, vocabulary);
}

/** A form and what belongs to it: `then` gets the compiled form and answers the rest of the case. Counterexamples print the document. */
export const withForm = <T>(
  then: (compiled: CompiledForm) => fc.Arbitrary<T>,
): fc.Arbitrary<{ definition: GeneratedForm; compiled: CompiledForm; given: T }> =>
  formDefinition.chain((definition) => {
    const compiled = compileGenerated(definition);
    return then(compiled).map((given) =>
      Object.defineProperty(
        { definition, given } as { definition: GeneratedForm; compiled: CompiledForm; given: T },
        'compiled',
        { value: compiled, enumerable: false },
      ),
    );
  });
