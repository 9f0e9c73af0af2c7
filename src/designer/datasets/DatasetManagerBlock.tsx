import { useMemo } from 'react';
import type { DatasetManagerNode } from '../../grammar/nodes.ts';
import { useServices } from '../../runtime/contexts.ts';
import type { BlockProps } from '../../runtime/node/faces.ts';
import { DocumentList } from '../document/DocumentList.tsx';
import { DocumentLoader } from '../document/DocumentLoader.tsx';
import { datasetKind, KindContext } from '../document/documentKind.ts';
import { ManagerGate } from '../document/ManagerGate.tsx';
import { DatasetEditor } from './DatasetEditor.tsx';
import { NewDatasetDialog } from './NewDatasetDialog.tsx';

/** The administrators' list of datasets, or the editor of the dataset in the URL parameter `dataset`. */
export function DatasetManagerBlock({ node }: BlockProps<DatasetManagerNode>) {
  const services = useServices();
  const kind = useMemo(() => datasetKind(services), [services]);
  const { title = '数据集管理' } = node;
  return (
    <KindContext value={kind}>
      <ManagerGate title={title} openKeyParameter="dataset">
        {({ key, onOpen, onBack }) =>
          key === '' ? (
            <DocumentList
              title={title}
              onOpen={onOpen}
              renderNewDialog={({ all, ...more }) => <NewDatasetDialog datasets={all} {...more} />}
            />
          ) : (
            <DocumentLoader key={key} documentKey={key} onBack={onBack} loadPublished={services.datasetDefs.draft}>
              {(origin, reload) => <DatasetEditor origin={origin} onBack={onBack} onReload={reload} />}
            </DocumentLoader>
          )
        }
      </ManagerGate>
    </KindContext>
  );
}
