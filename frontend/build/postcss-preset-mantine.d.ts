declare module 'postcss-preset-mantine' {
  import type { PluginCreator } from 'postcss';
  const preset: PluginCreator<object>;
  export default preset;
}
