import { useMemo } from 'react';
import type { ScreenManagerNode } from '../../grammar/nodes.ts';
import { useServices } from '../../runtime/contexts.ts';
import type { BlockProps } from '../../runtime/node/faces.ts';
import { DocumentList } from '../document/DocumentList.tsx';
import { DocumentLoader } from '../document/DocumentLoader.tsx';
import { KindContext, screenKind } from '../document/documentKind.ts';
import { ManagerGate } from '../document/ManagerGate.tsx';
import { NewScreenDialog } from './NewScreenDialog.tsx';
import { ScreenEditor } from './ScreenEditor.tsx';

/** List of all screens, or the editor of the screen in the URL parameter `screen`. For administrators. */
export function ScreenManagerBlock({ node }: BlockProps<ScreenManagerNode>) {
  const services = useServices();
  const kind = useMemo(() => screenKind(services), [services]);
  const { title = '界面管理' } = node;
  return (
    <KindContext value={kind}>
      <ManagerGate title={title} openKeyParameter="screen">
        {({ key, onOpen, onBack, onReturn }) =>
          key === '' ? (
            <DocumentList
              title={title}
              onOpen={onOpen}
              renderNewDialog={({ all, ...more }) => <NewScreenDialog screens={all} {...more} />}
            />
          ) : (
            <DocumentLoader key={key} documentKey={key} onBack={onBack} loadPublished={services.screens.get}>
              {(origin, reload) => <ScreenEditor origin={origin} onBack={onReturn} onReload={reload} />}
            </DocumentLoader>
          )
        }
      </ManagerGate>
    </KindContext>
  );
}
