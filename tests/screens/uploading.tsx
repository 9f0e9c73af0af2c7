import type { Plugin } from '../../src/kernel/registry.ts';
import { useForm } from '../../src/runtime/contexts.ts';
import { beginWork } from '../../src/runtime/host/pendingWork.ts';
import type { Faces } from '../../src/runtime/node/faces.ts';

/** A file field whose upload begins with its button and ends with `end`. */
export function uploadingWidget(): { plugin: Plugin<Faces>; field: object; end(): void } {
  let endWork: () => void = () => undefined;
  function Uploading() {
    const form = useForm();
    return (
      <button
        type="button"
        onClick={() => {
          endWork = beginWork(form, 'files');
        }}
      >
        选择文件
      </button>
    );
  }
  return {
    plugin: {
      name: 'uploading',
      install({ registerWidget }) {
        registerWidget({
          definition: { tag: 'el-upload', kind: 'field', valueType: 'string' },
          faces: { edit: Uploading, view: () => null, isEager: true },
        });
      },
    },
    field: { tag: 'el-upload', __vModel__: 'fileIds', flowEditable: '1', label: '附件' },
    end: () => endWork(),
  };
}
