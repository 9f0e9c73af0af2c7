import { useCallback, useEffect, useMemo, useState } from 'react';
import type { Problem } from '../../domain/problem/index.ts';
import {
  buttonKeys,
  checkExternalNames,
  fieldHolds,
  fieldKeys,
  namesOfKind,
  type ExternalName,
  type KnownNames,
} from '../../references/index.ts';
import type { Registry } from '../../kernel/index.ts';
import { LIST_ACTIONS } from '../../rules/listNames.ts';
import { useRegistry, useServices } from '../../runtime/contexts.ts';
import type { Faces } from '../../runtime/node/faces.ts';
import type { Services } from '../../runtime/services/services.ts';
import { ServiceError } from '../../runtime/services/serviceError.ts';
import { loadForm } from '../../screens/shared/loadForm.ts';
import { countLevels, type Counts } from '../check/counts.ts';
import { compareProblems, locateProblems, type LocatedProblem } from '../editor/located.ts';

const LIST_ACTION_NAMES: ReadonlySet<string> = new Set(LIST_ACTIONS);

/** Returns the result of a request; null if the server answers 404, undefined after any other error. */
const resultOrNull = <T>(request: Promise<T>): Promise<T | null | undefined> =>
  request.catch((error: unknown) => (error instanceof ServiceError && error.code === '404' ? null : undefined));

const loadByName = async <T>(names: readonly string[], load: (name: string) => Promise<T>): Promise<Map<string, T>> =>
  new Map(await Promise.all(names.map(async (name) => [name, await load(name)] as const)));

/** Loads the forms and dictionaries that a document refers to. Returns functions that look up names in them. */
async function loadKnownNames(
  externalNames: readonly ExternalName[],
  services: Services,
  registry: Registry<Faces>,
): Promise<KnownNames> {
  const [forms, dictionaries] = await Promise.all([
    loadByName(namesOfKind(externalNames, 'form'), async (formKey) =>
      resultOrNull(
        loadForm({ services, vocabulary: registry, formKey }).then(({ definition }) => ({
          definition,
          fields: fieldKeys(definition.fields),
          buttons: buttonKeys(definition),
        })),
      ),
    ),
    loadByName(namesOfKind(externalNames, 'dictionary'), async (code) => resultOrNull(services.dictionary(code))),
  ]);
  const partOf = (formKey: string, part: 'fields' | 'buttons') => {
    const form = forms.get(formKey);
    return form && form[part];
  };
  return {
    fieldsOf: (formKey) => partOf(formKey, 'fields'),
    holds: (formKey, name, content) => {
      const form = forms.get(formKey);
      return form ? fieldHolds(form.definition, name, content, registry) : undefined;
    },
    buttonsOf: (formKey) => partOf(formKey, 'buttons'),
    hasDictionary: (code) => dictionaries.get(code) !== null,
    hasAction: (name) => LIST_ACTION_NAMES.has(name) || registry.action(name) !== undefined,
  };
}

interface ProblemsWithCounts {
  problems: readonly LocatedProblem[];
  counts: Counts;
}
const NO_PROBLEMS: readonly LocatedProblem[] = [];
/** The result of the last check of external names. */
interface CheckResult {
  names: readonly ExternalName[];
  text: string;
  problems: readonly LocatedProblem[];
}

/** Identifies a problem by its code and path. */
const identityOf = ({ code, path }: { code: string | null; path: Problem['path'] }): string =>
  `${code} ${path.join('.')}`;

/**
 * Adds further problems to the problems of a text: references to other documents, or to names in them, that do not
 * exist (`externalNames`), and problems that the server reported when the text was saved (`serverCheck`). `recheck`
 * loads the other documents again.
 */
export function useExternalProblems(
  {
    problems,
    counts,
    externalNames,
    text,
  }: ProblemsWithCounts & { externalNames: readonly ExternalName[]; text: string },
  serverCheck: { text: string; problems: readonly Problem[] },
): ProblemsWithCounts & { isCheckingNames: boolean; recheck(): void } {
  const services = useServices();
  const registry = useRegistry();
  const [recheckCount, setRecheckCount] = useState(0);
  const recheck = useCallback(() => setRecheckCount((before) => before + 1), []);
  const [lastCheck, setLastCheck] = useState<CheckResult>({ names: [], text: '', problems: NO_PROBLEMS });
  useEffect(() => {
    if (externalNames.length === 0) return undefined;
    let isCurrent = true;
    void loadKnownNames(externalNames, services, registry).then((known) => {
      // problems without a code (duplicate keys) are already in the problems of the text
      if (isCurrent)
        setLastCheck({
          names: externalNames,
          text,
          problems: locateProblems(text, checkExternalNames(externalNames, known)).filter(({ code }) => code !== null),
        });
    });
    return () => {
      isCurrent = false;
    };
    // oxlint-disable-next-line react/exhaustive-deps -- `recheckCount` changes after a missing document was created
  }, [externalNames, text, services, registry, recheckCount]);
  const isCheckingNames = externalNames.length > 0 && lastCheck.names !== externalNames;
  const nameProblems = externalNames.length > 0 && lastCheck.text === text ? lastCheck.problems : NO_PROBLEMS;
  return useMemo(() => {
    const listedIds = new Set([...problems, ...nameProblems].map(identityOf));
    const unlistedProblems =
      serverCheck.text === text
        ? serverCheck.problems.filter((problem) => problem.level !== 'info' && !listedIds.has(identityOf(problem)))
        : [];
    const serverProblems =
      unlistedProblems.length > 0
        ? locateProblems(text, unlistedProblems).filter(({ code }) => code !== null)
        : NO_PROBLEMS;
    if (nameProblems.length + serverProblems.length === 0) return { problems, counts, isCheckingNames, recheck };
    const addedCounts = countLevels([...nameProblems, ...serverProblems]);
    return {
      problems: [...problems, ...nameProblems, ...serverProblems].sort(compareProblems),
      counts: {
        error: counts.error + addedCounts.error,
        warning: counts.warning + addedCounts.warning,
        info: counts.info,
      },
      isCheckingNames,
      recheck,
    };
  }, [problems, counts, nameProblems, isCheckingNames, serverCheck, text, recheck]);
}
