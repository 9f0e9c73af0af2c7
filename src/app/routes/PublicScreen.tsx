import { useEffect, useLayoutEffect } from 'react';
import { createRegistry } from '../../kernel/index.ts';
import type { Faces } from '../../runtime/node/faces.ts';
import { RuntimeProvider } from '../../runtime/Provider.tsx';
import { Screen } from '../../runtime/screen/Screen.tsx';
import type { Services } from '../../runtime/services/services.ts';
import { publicPlugins } from '../publicPlugins.ts';
import { useScreenSituation } from '../../shell/screenSituation.ts';
import { useDocumentTitle } from '../../shell/useDocumentTitle.ts';
import { preloadWorkbench } from '../boot/workbenchLoader.ts';

/** Only the widgets of public pages, so that their download is small. */
const registry = createRegistry<Faces>(publicPlugins);

/** A public screen: visible without signing in. */
export function PublicScreen({ services, screenKey, title }: { services: Services; screenKey: string; title: string }) {
  const situation = useScreenSituation();
  useDocumentTitle(title);
  // removes the dark theme that `AppLoading` leaves if loading fails after sign-in
  useLayoutEffect(() => {
    delete document.documentElement.dataset.theme;
  }, []);
  // prefetches the code of the signed-in application, for example while the user types the password
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
