import { useEffect, useState } from 'react';
import { useServices } from '../../../runtime/contexts.ts';
import { failureText } from '../../../runtime/host/notice.ts';
import type { Services } from '../../../runtime/services/services.ts';
import { asIds, asText, LIST_SEPARATOR, storedNames } from '../values.ts';

export type SelectorKind = 'user' | 'dept' | 'company';
export interface ChosenItem {
  id: string;
  label: string;
}

/** Returns false for an item whose name is not loaded: its label is its id. */
export const hasName = ({ id, label }: ChosenItem): boolean => label !== id;

async function namesOf(services: Services, kind: SelectorKind, ids: string[]): Promise<ReadonlyMap<string, string>> {
  if (kind === 'user') return new Map((await services.users.byIds(ids)).map((user) => [user.id, user.showName]));
  const { orgNames } = await import('./orgSource.ts');
  return orgNames(services, kind, ids);
}

/**
 * Returns the chosen items with their names: from the companion if it names each id, else from the server. While a name
 * is not loaded, the id takes its place.
 */
export function useChosenItems(
  kind: SelectorKind,
  value: unknown,
  label: string | undefined,
): { chosen: ChosenItem[]; failure: string | null } {
  const services = useServices();
  const ids = asIds(value);
  const labelNames = storedNames(asText(label));
  const isNamed = labelNames.length === ids.length;
  const missingIds = isNamed ? '' : ids.join(',');
  const [names, setNames] = useState<ReadonlyMap<string, string>>(new Map());
  const [failure, setFailure] = useState<string | null>(null);
  useEffect(() => {
    if (missingIds === '') return undefined;
    let isCurrent = true;
    namesOf(services, kind, missingIds.split(',')).then(
      (found) => {
        if (isCurrent) {
          setNames(found);
          setFailure(null);
        }
      },
      (error: unknown) => {
        if (isCurrent) setFailure(failureText(error));
      },
    );
    return () => {
      isCurrent = false;
    };
  }, [services, kind, missingIds]);
  return {
    chosen: ids.map((id, index) => ({ id, label: isNamed ? labelNames[index] : (names.get(id) ?? id) })),
    failure: missingIds === '' ? null : failure,
  };
}

export const chosenText = (chosen: readonly ChosenItem[]): string =>
  chosen.map(({ label }) => label).join(LIST_SEPARATOR);
