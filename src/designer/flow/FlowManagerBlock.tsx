import { useMemo } from 'react';
import type { FlowManagerNode } from '../../grammar/nodes.ts';
import { useServices } from '../../runtime/contexts.ts';
import type { BlockProps } from '../../runtime/node/faces.ts';
import { usePageNavigation } from '../../screens/navigation/pageNavigation.ts';
import { DocumentList } from '../document/DocumentList.tsx';
import { DocumentLoader } from '../document/DocumentLoader.tsx';
import { flowKind, KindContext } from '../document/documentKind.ts';
import { ManagerGate } from '../document/ManagerGate.tsx';
import './flow.css';
import { FlowEditor } from './FlowEditor.tsx';
import { NewFlowDialog } from './NewFlowDialog.tsx';

/** The administrators' list of processes, or the editor of the process in the URL parameter `flow`. */
export function FlowManagerBlock({ node }: BlockProps<FlowManagerNode>) {
  const services = useServices();
  const kind = useMemo(() => flowKind(services), [services]);
  const { title = '流程设计' } = node;
  // URL parameter `for`: the key of a form without a process, set by the link in its settings; the dialog for a new
  // process is then open at first
  const { for: formKey = '' } = usePageNavigation().query;
  return (
    <KindContext value={kind}>
      <ManagerGate title={title} openKeyParameter="flow">
        {({ key, onOpen, onBack }) =>
          key === '' ? (
            <DocumentList
              title={title}
              onOpen={onOpen}
              isNewDialogOpenAtFirst={formKey !== ''}
              renderNewDialog={({ all, ...more }) => (
                <NewFlowDialog usedKeys={all.map((flow) => flow.key)} formKey={formKey} {...more} />
              )}
            />
          ) : (
            <DocumentLoader key={key} documentKey={key} onBack={onBack} loadPublished={services.flows.draft}>
              {(origin, reload) => (
                <FlowEditor
                  key={`${origin.version}.${origin.revision}`}
                  origin={origin}
                  onBack={onBack}
                  onReload={reload}
                />
              )}
            </DocumentLoader>
          )
        }
      </ManagerGate>
    </KindContext>
  );
}
