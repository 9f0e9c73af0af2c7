import { useMemo, useState, useEffect, type ReactNode } from 'react';
import type { ScreenDefinition } from '../../grammar/documents.ts';
import type { Path } from '../../domain/problem/index.ts';
import { useServices } from '../contexts.ts';
import { NodeView } from '../node/NodeView.tsx';
import { failureText } from '../host/notice.ts';
import { ScreenFailure, ScreenLoading } from './ScreenStates.tsx';
import { isSameScreen, screenCacheOf } from './screenCache.ts';
import { readScreen } from './readScreen.ts';
import { ServiceError } from '../services/serviceError.ts';
import '../runtime.css';

const ROOT: Path = ['root'];

type Props =
  | { document: unknown; screenKey?: string; missing?: undefined; loading?: undefined }
  | {
      screenKey: string;
      document?: undefined;
      /** Shown in place of a screen that does not exist. */
      missing?: ReactNode;
      /** Shown while the screen is loading. */
      loading?: ReactNode;
    };

/**
 * Shows the screen of a document; without a document, fetches it by the key of the screen. The root element gets the
 * attribute `data-screen`.
 */
export function Screen({ document, screenKey, missing, loading }: Props) {
  return document === undefined ? (
    <FetchedScreen key={screenKey} screenKey={screenKey as string} missing={missing} loading={loading} />
  ) : (
    <ScreenRoot document={document} screenKey={screenKey} />
  );
}

type FetchResult = { document: unknown } | { code: string; text: string };

/** Fetches a screen by its key; shows a cached copy at once. */
function FetchedScreen({ screenKey, missing, loading }: { screenKey: string; missing: ReactNode; loading: ReactNode }) {
  const services = useServices();
  const cache = screenCacheOf(services);
  const [fetched, setFetched] = useState<FetchResult | null>(() =>
    cache.has(screenKey) ? { document: cache.get(screenKey) } : null,
  );
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    let isCurrent = true;
    const show = (document: unknown): void => {
      if (!isCurrent) return;
      setFetched((previous) =>
        previous && 'document' in previous && isSameScreen(previous.document, document) ? previous : { document },
      );
    };
    services.screens.get(screenKey).then(
      (document) => {
        cache.set(screenKey, document);
        show(document);
      },
      (error: unknown) => {
        const code = error instanceof ServiceError ? error.code : 'SERVER';
        // the cached screen is shown e.g. without a connection, except when the screen is gone or forbidden
        if (cache.has(screenKey) && code !== '404' && code !== '403') {
          show(cache.get(screenKey));
          return;
        }
        cache.delete(screenKey);
        if (isCurrent) setFetched({ code, text: failureText(error) });
      },
    );
    return () => {
      isCurrent = false;
    };
  }, [services, cache, screenKey, attempt]);
  if (fetched === null) return loading ?? <ScreenLoading screenKey={screenKey} />;
  if ('code' in fetched && fetched.code === '404' && missing !== undefined) return missing;
  if ('code' in fetched)
    return (
      <ScreenFailure
        screenKey={screenKey}
        code={fetched.code}
        text={fetched.text}
        onRetry={() => {
          setFetched(null);
          setAttempt((count) => count + 1);
        }}
      />
    );
  return <ScreenRoot document={fetched.document} screenKey={screenKey} />;
}

/** Shows the root node of a screen; a failure message if the document is no screen. */
function ScreenRoot({ document, screenKey }: { document: unknown; screenKey?: string }) {
  const parsed = useMemo(() => readScreen(document), [document]);
  if (!parsed.ok)
    return (
      <ScreenFailure
        screenKey={screenKey}
        code="DOC_SHAPE"
        text={parsed.problems.map((problem) => problem.message).join('；')}
      />
    );
  const screen: ScreenDefinition = parsed.value;
  return (
    <div className="sf-screen" data-screen={screenKey ?? screen.screenKey}>
      <NodeView node={screen.root} path={ROOT} />
    </div>
  );
}
