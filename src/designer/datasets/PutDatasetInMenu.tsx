import { useServices } from '../../runtime/contexts.ts';
import type { DatasetPreview } from '../../runtime/services/datasets.ts';
import { PutInMenuDialog } from '../menu/PutInMenuDialog.tsx';
import { proposeChart } from './model/chart.ts';
import type { DatasetDoc } from './model/datasetDoc.ts';

interface Props {
  datasetKey: string;
  doc: DatasetDoc;
  name: string;
  answer: DatasetPreview['answer'];
  onClose(): void;
}

/** The page of a dataset: what those who look may choose, the picture that fits best, and the table with its totals. */
export function pageOf({ datasetKey, doc, name, answer }: Omit<Props, 'onClose'>, screenKey: string): object {
  const chart = answer && !('error' in answer) ? proposeChart(answer) : null;
  return {
    screenKey,
    title: name,
    root: {
      tag: 'page',
      title: name,
      children: [
        ...((doc.params ?? []).length > 0 ? [{ tag: 'filterBar', dataset: datasetKey }] : []),
        ...(chart ? [{ tag: 'chart', dataset: datasetKey, title: name, ...chart }] : []),
        { tag: 'statTable', dataset: datasetKey, title: `${name}明细`, totals: true },
      ],
    },
  };
}

/** Puts the figures into the menu: their page is made and published first, where there is none yet. */
export function PutDatasetInMenu({ onClose, ...given }: Props) {
  const services = useServices();
  const screenKey = `custom/${given.datasetKey.replace(/[./]+/g, '-')}/figures`;
  const publish = async (): Promise<void> => {
    const known = (await services.screens.list()).find(({ key }) => key === screenKey);
    if (known && known.version > 0) return;
    await services.screens.saveDraft(screenKey, given.name, pageOf(given, screenKey), known?.revision);
    await services.screens.publish(screenKey, '放进菜单时新建');
  };
  return <PutInMenuDialog component={screenKey} name={given.name} prepare={publish} onClose={onClose} />;
}
