import { defineConfig } from '@playwright/test';
import { measuring } from '../measuring.ts';

export default defineConfig(measuring(1_200_000));
