import { useMemo } from 'react';
import type { FormManagerNode } from '../../grammar/nodes.ts';
import { useServices } from '../../runtime/contexts.ts';
import type { BlockProps } from '../../runtime/node/faces.ts';
import { DocumentLoader } from '../document/DocumentLoader.tsx';
import { FormEditor } from './FormEditor.tsx';
import { FormList } from './FormList.tsx';
import { formKind, KindContext } from '../document/documentKind.ts';
import { ManagerGate } from '../document/ManagerGate.tsx';

/** The administrators' list of forms, or the editor of the form in the URL parameter `form`. */
export function FormManagerBlock({ node }: BlockProps<FormManagerNode>) {
  const services = useServices();
  const kind = useMemo(() => formKind(services), [services]);
  const { title = '表单管理' } = node;
  return (
    <KindContext value={kind}>
      <ManagerGate title={title} openKeyParameter="form">
        {({ key, onOpen, onBack, onReturn }) =>
          key === '' ? (
            <FormList title={title} onOpen={onOpen} />
          ) : (
            <DocumentLoader key={key} documentKey={key} onBack={onBack} loadPublished={services.forms.definition}>
              {(origin, reload) => <FormEditor origin={origin} onBack={onReturn} onOpen={onOpen} onReload={reload} />}
            </DocumentLoader>
          )
        }
      </ManagerGate>
    </KindContext>
  );
}
