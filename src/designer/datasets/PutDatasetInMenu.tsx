import { useServices } from '../../runtime/contexts.ts';
import type { DatasetPreview } from '../../runtime/services/datasets.ts';
import { PutInMenuDialog } from '../menu/PutInMenuDialog.tsx';
import { publishNewScreen } from '../screens/publishNewScreen.ts';
import { proposeChart } from './model/chart.ts';
import type { DatasetDoc } from './model/datasetDoc.ts';

interface Props {
  datasetKey: string;
  doc: DatasetDoc;
  name: string;
  answer: DatasetPreview['answer'];
  onClose(): void;
}

/**
 * Returns the definition of a page for a dataset: a filter bar for its parameters, a proposed chart, and a ledger of
 * its records or a table with totals.
 */
export function createDatasetPage(
  { datasetKey, doc, name, answer }: Omit<Props, 'onClose'>,
  screenKey: string,
): object {
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
        (doc.details ?? []).length > 0
          ? { tag: 'list', dataset: datasetKey, title: `${name}明细` }
          : { tag: 'statTable', dataset: datasetKey, title: `${name}明细`, totals: true },
      ],
    },
  };
}

/** Puts a dataset into the menu; creates and publishes its page first if the page does not exist. */
export function PutDatasetInMenu({ onClose, ...dataset }: Props) {
  const services = useServices();
  const screenKey = `custom/${dataset.datasetKey.replace(/[./]+/g, '-')}/figures`;
  const publish = (): Promise<void> =>
    publishNewScreen(services, {
      screenKey,
      name: dataset.name,
      definition: createDatasetPage(dataset, screenKey),
    });
  return <PutInMenuDialog component={screenKey} name={dataset.name} prepare={publish} onClose={onClose} />;
}
