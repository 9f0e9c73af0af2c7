import { memo, Suspense, useInsertionEffect, useLayoutEffect, useRef, useState, type ReactNode } from 'react';
import { ConfigProvider } from 'antd';
import { createPortal } from 'react-dom';
import { UNSAFE_LocationContext as LocationContext } from 'react-router-dom';
import { SituationContext } from '../../runtime/contexts.ts';
import { PageContext } from '../../runtime/screen/page.ts';
import { PageConfirmDialogs } from '../../runtime/screen/PageConfirmDialogs.tsx';
import { NodeLoading } from '../../runtime/node/Placeholders.tsx';
import type { TabActions } from '../tabBar/useTabActions.ts';
import { useScreenSituation } from '../screenSituation.ts';
import type { RouterLocation } from './keptPages.ts';
import { createPaneHost } from './paneHost.ts';
import { useKeptPage } from './useKeptPage.ts';

interface Props {
  id: string;
  routerLocation: RouterLocation;
  slot: HTMLElement;
  isShown: boolean;
  actions: TabActions;
  children: ReactNode;
}

/**
 * One page. While another page is shown, the elements of this page are detached from the document: the browser does not
 * lay out the detached elements, and screen readers skip them. Typed values, scroll positions and dialogs are
 * preserved. The page keeps its last location, so that a change of route does not render the page again.
 */
export const PagePane = memo(function PagePane({ id, routerLocation, slot, isShown, actions, children }: Props) {
  const [pane] = useState(() => createPaneHost(slot));
  const { page, notifyShown, notifyHidden } = useKeptPage(id, routerLocation.location, actions);
  const wasShown = useRef(false);
  // attaches the elements before layout effects run, because a page may measure or focus elements in its layout effects
  useInsertionEffect(() => {
    if (!isShown) return undefined;
    pane.show();
    return pane.hide;
  }, [isShown, pane]);
  useInsertionEffect(() => pane.remove, [pane]);
  useLayoutEffect(() => {
    if (!isShown) return undefined;
    pane.restore();
    if (wasShown.current) notifyShown();
    wasShown.current = true;
    return notifyHidden;
  }, [isShown, pane, notifyShown, notifyHidden]);
  return createPortal(
    <ConfigProvider getPopupContainer={() => pane.overlays}>
      <LocationContext value={routerLocation}>
        <PageContext value={page}>
          <PageConfirmDialogs>
            <PageSituation>
              <Suspense fallback={<NodeLoading height={240} />}>{children}</Suspense>
            </PageSituation>
          </PageConfirmDialogs>
        </PageContext>
      </LocationContext>
    </ConfigProvider>,
    pane.host,
  );
});

function PageSituation({ children }: { children: ReactNode }) {
  return <SituationContext value={useScreenSituation()}>{children}</SituationContext>;
}
