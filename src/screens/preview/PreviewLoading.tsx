import { Spin } from 'antd';

export function PreviewLoading() {
  return (
    <output className="pv-loading">
      <Spin />
      <span>正在打开文件，请稍候</span>
    </output>
  );
}
