import { key } from '../http/schemas.ts';
import type { DocumentKind } from './tables.ts';

export const versionSchema = { type: 'integer', minimum: 1, maximum: 1_000_000 } as const;
export const screenKeySchema = {
  type: 'string',
  minLength: 1,
  maxLength: 160,
  pattern: '^[A-Za-z0-9][\\w./-]*$',
} as const;

export const objectSchema = (properties: Record<string, object>, ...required: string[]): object => ({
  type: 'object',
  required,
  properties,
});

/** Chinese name of each kind. */
export const DOCUMENT_KIND_NAMES: Readonly<Record<DocumentKind, string>> = {
  form: '表单',
  screen: '界面',
  flow: '流程',
  dataset: '数据集',
};

/** Differences between the routes of the document kinds. */
export interface KindRoutes {
  kind: DocumentKind;
  base: string;
  tag: string;
  /** Names of the document's key and title in requests and answers. */
  keyName: string;
  titleName: string;
  keySchema: object;
}

export const FORM: KindRoutes = {
  kind: 'form',
  base: '/api/system/frmDef',
  tag: 'frmDef',
  keyName: 'formKey',
  titleName: 'formName',
  keySchema: key,
};
export const SCREEN: KindRoutes = {
  kind: 'screen',
  base: '/api/system/screenDef',
  tag: 'screenDef',
  keyName: 'screenKey',
  titleName: 'title',
  keySchema: screenKeySchema,
};

export const FLOW: KindRoutes = {
  kind: 'flow',
  base: '/api/system/flowDef',
  tag: 'flowDef',
  keyName: 'flowKey',
  titleName: 'flowName',
  keySchema: key,
};

export const DATASET: KindRoutes = {
  kind: 'dataset',
  base: '/api/system/datasetDef',
  tag: 'datasetDef',
  keyName: 'datasetKey',
  titleName: 'name',
  keySchema: screenKeySchema,
};
