import { useCallback, useEffect, useRef, useState } from 'react';
import { useServerEvents } from '../../runtime/host/useServerEvents.ts';
import type { DefinitionVersion } from '../../runtime/services/documents.ts';
import { useKind } from '../document/documentKind.ts';

/** A change that another person made to the document that is open in this editor. */
export interface Overtaken {
  what: 'published' | 'drafted' | 'removed';
  version: number;
  author: string;
  time: string;
  versions: readonly DefinitionVersion[];
}

/**
 * Looks at the document again when the server tells that one was changed, and when the page is looked at again: whether
 * another version than the one known here (`version`) is in force, or another draft stored than the one of `revision`.
 */
export function useNewerVersion(documentKey: string, version: number, revision?: number): Overtaken | null {
  const { calls } = useKind();
  const [newest, setNewest] = useState<(Overtaken & { revision: number }) | null>(null);
  const known = useRef(version);
  useEffect(() => {
    known.current = version;
  }, [version]);
  const look = useCallback(() => {
    const judge = async (): Promise<void> => {
      const summary = (await calls.list()).find(({ key }) => key === documentKey);
      if (!summary) {
        setNewest({ what: 'removed', version: 0, author: '', time: '', versions: [], revision: 0 });
        return;
      }
      const versions: readonly DefinitionVersion[] = await calls.versions(documentKey);
      const published = versions.find(({ state }) => state === 'published');
      const draft = versions.find(({ state }) => state === 'draft');
      const isNewer = (published?.version ?? 0) > known.current;
      const found = isNewer ? published : draft;
      setNewest(
        found
          ? {
              what: isNewer ? 'published' : 'drafted',
              version: found.version,
              author: found.author,
              time: found.time,
              versions,
              revision: summary.revision ?? 0,
            }
          : null,
      );
    };
    // what cannot be looked up now is looked up at the next news
    judge().catch(() => undefined);
  }, [calls, documentKey]);
  useServerEvents('document', look);
  useEffect(() => {
    const onShown = (): void => {
      if (document.visibilityState === 'visible') look();
    };
    window.addEventListener('focus', onShown);
    document.addEventListener('visibilitychange', onShown);
    return () => {
      window.removeEventListener('focus', onShown);
      document.removeEventListener('visibilitychange', onShown);
    };
  }, [look]);
  if (!newest) return null;
  if (newest.what === 'removed') return version > 0 ? newest : null;
  if (newest.what === 'drafted') return revision !== undefined && newest.revision > revision ? newest : null;
  return newest.version > version ? newest : null;
}
