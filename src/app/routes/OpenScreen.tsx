import { useEffect, useLayoutEffect } from 'react';
import { createRegistry } from '../../kernel/index.ts';
import type { Faces } from '../../runtime/node/faces.ts';
import { RuntimeProvider } from '../../runtime/Provider.tsx';
import { Screen } from '../../runtime/screen/Screen.tsx';
import type { Services } from '../../runtime/services/services.ts';
import { openPlugins } from '../openPlugins.ts';
import { useScreenSituation } from '../../shell/screenSituation.ts';
import { useDocumentTitle } from '../../shell/title.ts';
import { preloadWorkbench } from '../boot/workbenchLoader.ts';

/** Only what the pages before sign-in need, so that they are small. */
const registry = createRegistry<Faces>(openPlugins);

/** A screen that anyone may see. */
export function OpenScreen({ services, screenKey, title }: { services: Services; screenKey: string; title: string }) {
  const situation = useScreenSituation();
  useDocumentTitle(title);
  // signing in that failed on its way leaves no dark behind
  useLayoutEffect(() => {
    delete document.documentElement.dataset.theme;
  }, []);
  // the rest of the product comes while the person types
  useEffect(() => {
    const timer = setTimeout(preloadWorkbench, 1500);
    return () => clearTimeout(timer);
  }, []);
  return (
    <RuntimeProvider registry={registry} services={services} situation={situation}>
      <main>
        <Screen screenKey={screenKey} />
      </main>
    </RuntimeProvider>
  );
}
