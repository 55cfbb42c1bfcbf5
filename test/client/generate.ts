// Generates the client's types from an API description, and compiles the calls against them.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import openapiTS, { astToString } from 'openapi-typescript';
import ts from 'typescript';

const here = import.meta.dirname;

/** Writes `generated/api.ts`. */
export const generateTypes = async (description: object): Promise<void> => {
  const types = astToString(await openapiTS(JSON.stringify(description)));
  mkdirSync(join(here, 'generated'), { recursive: true });
  writeFileSync(join(here, 'generated', 'api.ts'), types);
};

/** The compiler's messages for a file in this folder; empty if it compiles. */
export const compile = (fileName: string): string[] => {
  const program = ts.createProgram([join(here, fileName)], {
    strict: true,
    noEmit: true,
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
    allowImportingTsExtensions: true,
    skipLibCheck: true,
  });
  return ts
    .getPreEmitDiagnostics(program)
    .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'));
};
