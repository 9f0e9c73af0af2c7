import { InboxOutlined } from '@ant-design/icons';
import { Button, Input, Tabs, Upload } from 'antd';
import { useState } from 'react';
import { messageOf } from '../../screens/shared/messages.ts';
import { useFeedback } from '../../screens/shared/useFeedback.ts';
import { readDefinitionText, readDefinitionFile, type DefinitionText } from '../check/definitionText.ts';
import { splitForms } from '../check/splitForms.ts';

/** Reads definitions from files (dropped or selected) or from pasted text. */
export function DefinitionInput({
  isMultiple,
  onRead,
}: {
  isMultiple: boolean;
  onRead(definition: DefinitionText): void;
}) {
  const { message } = useFeedback();
  const [pastedText, setPastedText] = useState('');
  const addDefinition = (definition: DefinitionText): void =>
    (isMultiple ? splitForms(definition) : [definition]).forEach(onRead);
  const readFile = (file: File): false => {
    readDefinitionFile(file).then(addDefinition, (error: unknown) =>
      message.error(error instanceof RangeError ? error.message : messageOf(error)),
    );
    return false;
  };
  return (
    <Tabs
      items={[
        {
          key: 'file',
          label: '选择文件',
          children: (
            <Upload.Dragger
              accept=".json,application/json,.txt,.js,.json5,.ts"
              multiple={isMultiple}
              showUploadList={false}
              beforeUpload={readFile}
            >
              <p className="ant-upload-drag-icon">
                <InboxOutlined />
              </p>
              <p>点击选择或拖入表单设计器导出的文件（JSON 或 JS 对象）{isMultiple ? '，可一次多个' : ''}</p>
            </Upload.Dragger>
          ),
        },
        {
          key: 'text',
          label: '粘贴文本',
          children: (
            <div className="ds-paste">
              <Input.TextArea
                rows={9}
                value={pastedText}
                onChange={(event) => setPastedText(event.target.value)}
                aria-label="表单定义的 JSON 文本"
                placeholder="把表单定义的 JSON 粘贴到这里"
              />
              <Button
                type="primary"
                disabled={pastedText.trim() === ''}
                onClick={() => {
                  addDefinition(readDefinitionText('粘贴的文本', pastedText));
                  setPastedText('');
                }}
                data-action="read"
              >
                检查
              </Button>
            </div>
          ),
        },
      ]}
    />
  );
}
