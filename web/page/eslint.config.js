import { fileURLToPath } from 'node:url';
import tseslint from 'typescript-eslint';

export default tseslint.config(
  { ignores: ['dist', 'node_modules', 'generated', 'src/service_worker.ts'] },
  {
    files: ['src/**/*.{ts,tsx}', 'test/**/*.ts'],
    extends: [...tseslint.configs.strictTypeChecked],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: fileURLToPath(new URL('.', import.meta.url)) } },
    rules: {
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      '@typescript-eslint/no-confusing-void-expression': 'off',
      '@typescript-eslint/no-unnecessary-condition': ['error', { allowConstantLoopConditions: true }],
      // `void signal.value` makes a component or effect depend on a signal.
      '@typescript-eslint/no-meaningless-void-operator': 'off',
      eqeqeq: 'error',
      'no-console': 'error',
    },
  },
);
