import { useCallback, useEffect, useMemo, useState } from 'react';
import type { Problem } from '../../domain/problem/index.ts';
import {
  checkExternalNames,
  fieldKeys,
  namesOfKind,
  type ExternalName,
  type KnownNames,
  type Registry,
} from '../../kernel/index.ts';
import { LIST_ACTIONS } from '../../rules/listNames.ts';
import { useRegistry, useServices } from '../../runtime/contexts.ts';
import type { Faces } from '../../runtime/node/faces.ts';
import type { Services } from '../../runtime/services/services.ts';
import { ServiceError } from '../../runtime/services/serviceError.ts';
import { loadForm } from '../../screens/shared/loadForm.ts';
import { countLevels, type Counts } from '../check/counts.ts';
import { inOrder, locate, type LocatedProblem } from '../editor/located.ts';

const LISTS: ReadonlySet<string> = new Set(LIST_ACTIONS);

/** What a call found; null where the server says that there is none, undefined where it could not say. */
const found = <T>(asked: Promise<T>): Promise<T | null | undefined> =>
  asked.catch((error: unknown) => (error instanceof ServiceError && error.code === '404' ? null : undefined));

const each = async <T>(names: readonly string[], ask: (name: string) => Promise<T>): Promise<Map<string, T>> =>
  new Map(await Promise.all(names.map(async (name) => [name, await ask(name)] as const)));

async function lookUp(
  named: readonly ExternalName[],
  services: Services,
  registry: Registry<Faces>,
): Promise<KnownNames> {
  const [forms, dictionaries] = await Promise.all([
    each(namesOfKind(named, 'form'), async (formKey) =>
      found(
        loadForm({ services, vocabulary: registry, formKey }).then(({ definition }) => fieldKeys(definition.fields)),
      ),
    ),
    each(namesOfKind(named, 'dictionary'), async (code) => found(services.dictionary(code))),
  ]);
  return {
    fieldsOf: (formKey) => forms.get(formKey),
    hasDictionary: (code) => dictionaries.get(code) !== null,
    hasAction: (name) => LISTS.has(name) || registry.action(name) !== undefined,
  };
}

interface Findings {
  problems: readonly LocatedProblem[];
  counts: Counts;
}
const NONE: readonly LocatedProblem[] = [];
interface Found {
  of: readonly ExternalName[];
  text: string;
  more: readonly LocatedProblem[];
}

const placeOf = ({ code, path }: { code: string | null; path: Problem['path'] }): string => `${code} ${path.join('.')}`;

/**
 * Adds to what was found in a text itself what it names of other documents and the server does not have, asked for with
 * every text anew, and what the server alone knew when this text was saved (`told`).
 */
export function useOutside(
  { problems, counts, named, text }: Findings & { named: readonly ExternalName[]; text: string },
  told: { text: string; problems: readonly Problem[] },
): Findings & { isLooking: boolean; again(): void } {
  const services = useServices();
  const registry = useRegistry();
  const [turn, setTurn] = useState(0);
  const again = useCallback(() => setTurn((before) => before + 1), []);
  const [last, setLast] = useState<Found>({ of: [], text: '', more: NONE });
  useEffect(() => {
    if (named.length === 0) return undefined;
    let isWanted = true;
    void lookUp(named, services, registry).then((outside) => {
      // keys written twice were told with the text itself
      if (isWanted)
        setLast({
          of: named,
          text,
          more: locate(text, checkExternalNames(named, outside)).filter(({ code }) => code !== null),
        });
    });
    return () => {
      isWanted = false;
    };
    // oxlint-disable-next-line react/exhaustive-deps -- `turn`: something that was missing has been made
  }, [named, text, services, registry, turn]);
  const isLooking = named.length > 0 && last.of !== named;
  const more = named.length > 0 && last.text === text ? last.more : NONE;
  return useMemo(() => {
    const known = new Set([...problems, ...more].map(placeOf));
    const further =
      told.text === text ? told.problems.filter((one) => one.level !== 'info' && !known.has(placeOf(one))) : [];
    // keys written twice were told with the text itself
    const ofServer = further.length > 0 ? locate(text, further).filter(({ code }) => code !== null) : NONE;
    if (more.length + ofServer.length === 0) return { problems, counts, isLooking, again };
    const added = countLevels([...more, ...ofServer]);
    return {
      problems: [...problems, ...more, ...ofServer].sort(inOrder),
      counts: { error: counts.error + added.error, warning: counts.warning + added.warning, info: counts.info },
      isLooking,
      again,
    };
  }, [problems, counts, more, isLooking, told, text, again]);
}
