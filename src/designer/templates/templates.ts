/// <reference types="vite/client" />
import type { SampleRecord } from './sampleRecord.ts';

/** One document in the pack of a template. */
interface PackedItem {
  kind: string;
  key: string;
  name: string;
  content: unknown;
}

/** The content of a template file. */
interface TemplateFile {
  pack: { name: string; note: string; items: PackedItem[] };
  samples: { formKey: string; records: SampleRecord[] } | null;
}

/** A sample application of the product: a pack of documents with sample records. */
export interface AppTemplate {
  id: string;
  name: string;
  note: string;
  /** JSON text of the pack, in the format of the 配置包 import. */
  pack: string;
  formKey: string;
  definition: unknown;
  /** The statistics page; null if there is none. */
  statisticsPage: { key: string; name: string } | null;
  hasFlow: boolean;
  samples: readonly SampleRecord[];
}

// the files are downloaded when the gallery is opened
const templateFiles = import.meta.glob<TemplateFile>('../../../schemas/templates/*.json', { import: 'default' });

function templateOf(path: string, { pack, samples }: TemplateFile): AppTemplate {
  const form = pack.items.find(({ kind }) => kind === 'form');
  if (!form) throw new Error(`${path} holds no form`);
  const page = pack.items.find(({ kind, key }) => kind === 'screen' && key.endsWith('/figures'));
  return {
    id: path.replace(/^.*\/|\.json$/g, ''),
    name: pack.name,
    note: pack.note,
    pack: JSON.stringify(pack),
    formKey: form.key,
    definition: form.content,
    statisticsPage: page ? { key: page.key, name: page.name } : null,
    hasFlow: pack.items.some(({ kind }) => kind === 'flow'),
    samples: samples?.records ?? [],
  };
}

/** Loads all templates; those with a flow come first. */
export async function loadTemplates(): Promise<AppTemplate[]> {
  const all = await Promise.all(
    Object.entries(templateFiles).map(async ([path, load]) => templateOf(path, await load())),
  );
  return all.toSorted((a, b) => Number(b.hasFlow) - Number(a.hasFlow) || a.name.localeCompare(b.name, 'zh'));
}
