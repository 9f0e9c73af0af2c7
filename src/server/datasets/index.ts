export { datasetRoutes } from './routes.ts';
export { publishDataset } from './publish.ts';
export { registerDatasets } from './register.ts';
