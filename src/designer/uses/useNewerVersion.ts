import { useCallback, useEffect, useRef, useState } from 'react';
import { useServerEvents } from '../../runtime/host/useServerEvents.ts';
import type { DefinitionVersion } from '../../runtime/services/documents.ts';
import { useKind } from '../document/documentKind.ts';

/** A change of the document that was made outside of this editor while the document was open in it. */
interface NewerVersion {
  change: 'published' | 'drafted' | 'removed';
  version: number;
  author: string;
  time: string;
  versions: readonly DefinitionVersion[];
}

/**
 * Loads the state of the document when the server reports a change or the page becomes visible. Returns the newer state
 * if a version after `version` was published, a draft with another `revision` was saved, or the document was deleted.
 */
export function useNewerVersion(documentKey: string, version: number, revision?: number): NewerVersion | null {
  const { calls } = useKind();
  const [newest, setNewest] = useState<(NewerVersion & { revision: number }) | null>(null);
  const openVersion = useRef(version);
  useEffect(() => {
    openVersion.current = version;
  }, [version]);
  const reload = useCallback(() => {
    const load = async (): Promise<void> => {
      const summary = (await calls.list(documentKey)).find(({ key }) => key === documentKey);
      if (!summary) {
        setNewest({ change: 'removed', version: 0, author: '', time: '', versions: [], revision: 0 });
        return;
      }
      const versions: readonly DefinitionVersion[] = await calls.versions(documentKey);
      const published = versions.find(({ state }) => state === 'published');
      const draft = versions.find(({ state }) => state === 'draft');
      const isNewer = (published?.version ?? 0) > openVersion.current;
      const latest = isNewer ? published : draft;
      setNewest(
        latest
          ? {
              change: isNewer ? 'published' : 'drafted',
              version: latest.version,
              author: latest.author,
              time: latest.time,
              versions,
              revision: summary.revision ?? 0,
            }
          : null,
      );
    };
    // after a failed request, the next event loads the state again
    load().catch(() => undefined);
  }, [calls, documentKey]);
  useServerEvents('document', reload);
  useEffect(() => {
    const onVisible = (): void => {
      if (document.visibilityState === 'visible') reload();
    };
    window.addEventListener('focus', onVisible);
    document.addEventListener('visibilitychange', onVisible);
    return () => {
      window.removeEventListener('focus', onVisible);
      document.removeEventListener('visibilitychange', onVisible);
    };
  }, [reload]);
  if (!newest) return null;
  if (newest.change === 'removed') return version > 0 ? newest : null;
  if (newest.change === 'drafted') return revision !== undefined && newest.revision > revision ? newest : null;
  return newest.version > version ? newest : null;
}
