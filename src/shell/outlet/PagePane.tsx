import { memo, Suspense, useInsertionEffect, useLayoutEffect, useRef, useState, type ReactNode } from 'react';
import { ConfigProvider } from 'antd';
import { createPortal } from 'react-dom';
import { UNSAFE_LocationContext as LocationContext } from 'react-router-dom';
import { SituationContext } from '../../runtime/contexts.ts';
import { PageContext } from '../../runtime/screen/page.ts';
import { PageQuestions } from '../../runtime/screen/PageQuestions.tsx';
import { NodeLoading } from '../../runtime/node/Placeholders.tsx';
import type { TabActions } from '../tabBar/useTabActions.ts';
import { useScreenSituation } from '../screenSituation.ts';
import type { RouterPlace } from './keeper.ts';
import { createPaneHost } from './paneHost.ts';
import { useKeptPage } from './useKeptPage.ts';

interface Props {
  id: string;
  place: RouterPlace;
  slot: HTMLElement;
  isShown: boolean;
  actions: TabActions;
  children: ReactNode;
}

/**
 * One page. Behind others it stays alive outside of the document: typed values, scroll and dialogs are kept, and
 * nothing of it is found, laid out or read aloud. It keeps the address it was shown with, so a change of route
 * renders nothing in it.
 */
export const PagePane = memo(function PagePane({ id, place, slot, isShown, actions, children }: Props) {
  const [pane] = useState(() => createPaneHost(slot));
  const { page, tellShown } = useKeptPage(id, place.location, actions);
  const wasShown = useRef(false);
  // before layout effects: what a page measures or focuses when it is made must be in the document
  useInsertionEffect(() => {
    if (!isShown) return undefined;
    pane.show();
    return pane.hide;
  }, [isShown, pane]);
  useInsertionEffect(() => pane.remove, [pane]);
  useLayoutEffect(() => {
    if (!isShown) return;
    pane.restore();
    if (wasShown.current) tellShown();
    wasShown.current = true;
  }, [isShown, pane, tellShown]);
  return createPortal(
    <ConfigProvider getPopupContainer={() => pane.overlays}>
      <LocationContext value={place}>
        <PageContext value={page}>
          <PageQuestions>
            <PageSituation>
              <Suspense fallback={<NodeLoading height={240} />}>{children}</Suspense>
            </PageSituation>
          </PageQuestions>
        </PageContext>
      </LocationContext>
    </ConfigProvider>,
    pane.host,
  );
});

function PageSituation({ children }: { children: ReactNode }) {
  return <SituationContext value={useScreenSituation()}>{children}</SituationContext>;
}
