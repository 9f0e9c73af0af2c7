export { datasetRoutes } from './routes.ts';
export { publishDataset } from './publish.ts';
export { registerDatasets } from './register.ts';
export { askDatasets, type DatasetAnswer, type Figure } from './ask.ts';
export { sheetOf, sheetOfLines } from './exportTable.ts';
export { askLines } from './lines.ts';
export { datasetInUse, loadDataset } from './publish.ts';
export { inTheNameOf } from './run.ts';
export { sourceOf } from './shape.ts';
