import type { Words } from '../phrase.ts'

export interface AttributeWords {
  readonly field: string
  readonly format: 'flat' | 'percent'
  readonly decimals: number
  /** What an epic item rolls as a secondary. */
  readonly roll: readonly [number, number]
  readonly name: Words
}

const flat = (field: string, low: number, high: number, name: Words): AttributeWords => ({
  field,
  format: 'flat',
  decimals: 0,
  roll: [low, high],
  name,
})

const percent = (field: string, low: number, high: number, name: Words): AttributeWords => ({
  field,
  format: 'percent',
  decimals: 1,
  roll: [low, high],
  name,
})

/** The first ones are those that the small world keeps. */
export const attributeWords: readonly AttributeWords[] = [
  flat(
    'weapon_damage',
    2,
    4,
    'Weapon Damage|Waffenschaden|Daño de arma|Dégâts d’arme|武器ダメージ|무기 피해|Dano de arma|Урон оружия|武器伤害|武器傷害',
  ),
  flat(
    'armor_rating',
    8,
    18,
    'Armor Rating|Rüstungswert|Valor de armadura|Valeur d’armure|防御力|방어도|Valor de armadura|Показатель брони|护甲值|護甲值',
  ),
  flat(
    'move_speed',
    2,
    5,
    'Move Speed|Lauftempo|Velocidad de movimiento|Vitesse de déplacement|移動速度|이동 속도|Velocidade de movimento|Скорость передвижения|移动速度|移動速度',
  ),
  flat('might', 1, 3, 'Might|Kraft|Poderío|Puissance|剛力|완력|Vigor físico|Мощь|力量|力量'),
  percent(
    'light_radius',
    4,
    12,
    'Light Radius|Lichtradius|Radio de luz|Rayon de lumière|照明範囲|조명 반경|Raio de luz|Радиус света|照明范围|照明範圍',
  ),
  flat('vitality', 1, 3, 'Vitality|Vitalität|Vitalidad|Vitalité|活力|활력|Vitalidade|Живучесть|活力|活力'),
  flat('nimbleness', 1, 3, 'Nimbleness|Flinkheit|Ligereza|Vivacité|身軽さ|날렵함|Ligeireza|Проворство|灵巧|靈巧'),
  flat('finesse', 1, 3, 'Finesse|Fingerfertigkeit|Destreza fina|Finesse|器用さ|손재주|Perícia|Ловкость рук|技巧|技巧'),
  flat(
    'resolve',
    1,
    3,
    'Resolve|Entschlossenheit|Determinación|Détermination|意志|의지|Determinação|Решимость|意志|意志',
  ),
  flat('lore', 1, 3, 'Lore|Gelehrsamkeit|Saber|Savoir|学識|학식|Saber|Учёность|学识|學識'),
  flat('guile', 1, 3, 'Guile|List|Astucia|Ruse|狡知|계략|Astúcia|Хитрость|诡计|詭計'),
  flat('fortune', 3, 9, 'Fortune|Glück|Fortuna|Fortune|幸運|행운|Fortuna|Удача|幸运|幸運'),
  flat(
    'max_health',
    3,
    8,
    'Maximum Health|Maximale Gesundheit|Salud máxima|Santé maximale|最大体力|최대 체력|Vida máxima|Макс. здоровье|最大生命|最大生命',
  ),
  flat(
    'max_stamina',
    4,
    10,
    'Maximum Stamina|Maximale Ausdauer|Aguante máximo|Endurance maximale|最大スタミナ|최대 기력|Fôlego máximo|Макс. выносливость|最大耐力|最大耐力',
  ),
  flat(
    'max_mana',
    4,
    12,
    'Maximum Mana|Maximales Mana|Maná máximo|Mana maximal|最大マナ|최대 마나|Mana máxima|Макс. мана|最大法力|最大法力',
  ),
  flat(
    'magic_damage',
    1,
    3,
    'Magic Damage|Magieschaden|Daño mágico|Dégâts magiques|魔法ダメージ|마법 피해|Dano mágico|Магический урон|魔法伤害|魔法傷害',
  ),
  flat(
    'true_damage',
    1,
    2,
    'True Damage|Reiner Schaden|Daño verdadero|Dégâts bruts|固定ダメージ|고정 피해|Dano verdadeiro|Чистый урон|真实伤害|真實傷害',
  ),
  flat(
    'healing_power',
    1,
    4,
    'Healing Power|Heilkraft|Poder curativo|Puissance de soin|回復力|치유력|Poder de cura|Сила исцеления|治疗强度|治療強度',
  ),
  flat(
    'magic_resistance',
    6,
    16,
    'Magic Resistance|Magieresistenz|Resistencia mágica|Résistance magique|魔法耐性|마법 저항|Resistência mágica|Сопротивление магии|魔法抗性|魔法抗性',
  ),
  flat(
    'carry_capacity',
    5,
    15,
    'Carry Capacity|Traglast|Capacidad de carga|Capacité de charge|積載量|운반 한도|Capacidade de carga|Грузоподъёмность|负重|負重',
  ),
  flat(
    'spell_slots',
    1,
    1,
    'Spell Slots|Zauberplätze|Espacios de hechizo|Emplacements de sorts|呪文枠|주문 칸|Espaços de magia|Ячейки заклинаний|法术栏位|法術欄位',
  ),
  flat('impact', 1, 3, 'Impact|Wucht|Impacto|Impact|衝撃力|충격력|Impacto|Сила удара|冲击|衝擊'),
  flat('thorns', 1, 4, 'Thorns|Dornen|Espinas|Épines|棘|가시|Espinhos|Шипы|荆棘|荊棘'),
  flat('range_bonus', 1, 3, 'Range|Reichweite|Alcance|Portée|射程|사거리|Alcance|Дальность|射程|射程'),
  percent(
    'physical_power',
    1.5,
    4,
    'Physical Power|Körperliche Stärke|Poder físico|Puissance physique|物理威力|물리 위력|Poder físico|Физическая сила|物理强度|物理強度',
  ),
  percent(
    'magical_power',
    1.5,
    4,
    'Magical Power|Magische Stärke|Poder mágico|Puissance magique|魔法威力|마법 위력|Poder mágico|Магическая сила|魔法强度|魔法強度',
  ),
  percent(
    'critical_chance',
    1,
    3.5,
    'Critical Chance|Kritische Chance|Probabilidad de crítico|Chances de critique|会心率|치명타 확률|Chance de crítico|Шанс крит. удара|暴击率|暴擊率',
  ),
  percent(
    'critical_damage',
    4,
    10,
    'Critical Damage|Kritischer Schaden|Daño crítico|Dégâts critiques|会心ダメージ|치명타 피해|Dano crítico|Критический урон|暴击伤害|暴擊傷害',
  ),
  percent(
    'attack_speed',
    1.5,
    4,
    'Attack Speed|Angriffstempo|Velocidad de ataque|Vitesse d’attaque|攻撃速度|공격 속도|Velocidade de ataque|Скорость атаки|攻击速度|攻擊速度',
  ),
  percent(
    'cast_speed',
    2,
    5,
    'Cast Speed|Zaubertempo|Velocidad de lanzamiento|Vitesse d’incantation|詠唱速度|시전 속도|Velocidade de conjuração|Скорость сотворения|施法速度|施法速度',
  ),
  percent(
    'armor_penetration',
    2,
    6,
    'Armor Penetration|Rüstungsdurchdringung|Penetración de armadura|Pénétration d’armure|防御貫通|방어 관통|Penetração de armadura|Пробивание брони|护甲穿透|護甲穿透',
  ),
  percent(
    'magic_penetration',
    2,
    6,
    'Magic Penetration|Magiedurchdringung|Penetración mágica|Pénétration magique|魔法貫通|마법 관통|Penetração mágica|Пробивание магией|魔法穿透|魔法穿透',
  ),
  percent(
    'weak_point_damage',
    3,
    9,
    'Weak Point Damage|Schwachpunktschaden|Daño en punto débil|Dégâts au point faible|弱点ダメージ|약점 피해|Dano em ponto fraco|Урон по уязвимым местам|弱点伤害|弱點傷害',
  ),
  percent(
    'life_steal',
    0.5,
    2,
    'Life Steal|Lebensraub|Robo de vida|Vol de vie|体力吸収|생명력 흡수|Roubo de vida|Похищение жизни|生命偷取|生命偷取',
  ),
  percent(
    'mana_steal',
    0.5,
    2,
    'Mana Steal|Manaraub|Robo de maná|Vol de mana|マナ吸収|마나 흡수|Roubo de mana|Похищение маны|法力偷取|法力偷取',
  ),
  percent(
    'dodge_chance',
    0.5,
    2.5,
    'Dodge Chance|Ausweichchance|Probabilidad de esquivar|Chances d’esquive|回避率|회피율|Chance de esquiva|Шанс уклонения|闪避率|閃避率',
  ),
  percent(
    'block_strength',
    3,
    9,
    'Block Strength|Blockstärke|Fuerza de bloqueo|Force de blocage|防御強度|막기 강도|Força de bloqueio|Сила блока|格挡强度|格擋強度',
  ),
  percent(
    'physical_reduction',
    0.8,
    2.5,
    'Physical Reduction|Körperliche Minderung|Reducción física|Réduction physique|物理軽減|물리 피해 감소|Redução física|Снижение физ. урона|物理减伤|物理減傷',
  ),
  percent(
    'projectile_reduction',
    1,
    4,
    'Projectile Reduction|Geschossminderung|Reducción de proyectiles|Réduction des projectiles|飛来軽減|투사체 피해 감소|Redução de projéteis|Защита от снарядов|投射物减伤|投射物減傷',
  ),
  percent(
    'fire_resistance',
    3,
    9,
    'Fire Resistance|Feuerresistenz|Resistencia al fuego|Résistance au feu|火耐性|화염 저항|Resistência a fogo|Сопротивление огню|火焰抗性|火焰抗性',
  ),
  percent(
    'frost_resistance',
    3,
    9,
    'Frost Resistance|Frostresistenz|Resistencia a la escarcha|Résistance au givre|冷気耐性|냉기 저항|Resistência a gelo|Сопротивление холоду|冰霜抗性|冰霜抗性',
  ),
  percent(
    'storm_resistance',
    3,
    9,
    'Storm Resistance|Sturmresistenz|Resistencia a la tormenta|Résistance à l’orage|雷耐性|폭풍 저항|Resistência a tempestade|Сопротивление буре|风暴抗性|風暴抗性',
  ),
  percent(
    'poison_resistance',
    3,
    9,
    'Poison Resistance|Giftresistenz|Resistencia al veneno|Résistance au poison|毒耐性|독 저항|Resistência a veneno|Сопротивление яду|毒素抗性|毒素抗性',
  ),
  percent(
    'shadow_resistance',
    3,
    9,
    'Shadow Resistance|Schattenresistenz|Resistencia a la sombra|Résistance à l’ombre|闇耐性|암흑 저항|Resistência a sombra|Сопротивление тьме|暗影抗性|暗影抗性',
  ),
  percent(
    'fire_power',
    2,
    6,
    'Fire Power|Feuerstärke|Poder de fuego|Puissance de feu|火威力|화염 위력|Poder de fogo|Сила огня|火焰强度|火焰強度',
  ),
  percent(
    'frost_power',
    2,
    6,
    'Frost Power|Froststärke|Poder de escarcha|Puissance de givre|冷気威力|냉기 위력|Poder de gelo|Сила холода|冰霜强度|冰霜強度',
  ),
  percent(
    'storm_power',
    2,
    6,
    'Storm Power|Sturmstärke|Poder de tormenta|Puissance d’orage|雷威力|폭풍 위력|Poder de tempestade|Сила бури|风暴强度|風暴強度',
  ),
  percent(
    'shadow_power',
    2,
    6,
    'Shadow Power|Schattenstärke|Poder de sombra|Puissance d’ombre|闇威力|암흑 위력|Poder de sombra|Сила тьмы|暗影强度|暗影強度',
  ),
  percent(
    'healing_received',
    2,
    7,
    'Healing Received|Erhaltene Heilung|Curación recibida|Soins reçus|被回復量|받는 치유|Cura recebida|Получаемое исцеление|受到治疗|受到治療',
  ),
  percent(
    'stamina_regeneration',
    2,
    8,
    'Stamina Regeneration|Ausdauerregeneration|Regeneración de aguante|Régénération d’endurance|スタミナ回復|기력 재생|Regeneração de fôlego|Восст. выносливости|耐力恢复|耐力恢復',
  ),
  percent(
    'mana_regeneration',
    2,
    8,
    'Mana Regeneration|Manaregeneration|Regeneración de maná|Régénération de mana|マナ回復|마나 재생|Regeneração de mana|Восст. маны|法力恢复|法力恢復',
  ),
  percent(
    'cooldown_reduction',
    1,
    4,
    'Cooldown Reduction|Abklingzeitverkürzung|Reducción de enfriamiento|Réduction de recharge|再使用短縮|재사용 대기시간 감소|Redução de recarga|Сокращение перезарядки|冷却缩减|冷卻縮減',
  ),
  percent(
    'buff_duration',
    2,
    8,
    'Blessing Duration|Segensdauer|Duración de bendiciones|Durée des bénédictions|祝福時間|축복 지속시간|Duração de bênçãos|Длительность благ|增益时长|增益時長',
  ),
  percent(
    'curse_duration',
    2,
    8,
    'Curse Duration|Fluchdauer|Duración de maldiciones|Durée des malédictions|呪い時間|저주 지속시간|Duração de maldições|Длительность проклятий|诅咒时长|詛咒時長',
  ),
  percent(
    'potion_potency',
    2,
    7,
    'Potion Potency|Trankwirkung|Potencia de pociones|Puissance des potions|水薬効果|물약 효능|Potência de poções|Сила зелий|药水效力|藥水效力',
  ),
  percent(
    'interaction_speed',
    3,
    10,
    'Interaction Speed|Interaktionstempo|Velocidad de interacción|Vitesse d’interaction|操作速度|상호작용 속도|Velocidade de interação|Скорость взаимодействия|互动速度|互動速度',
  ),
  percent('quietness', 2, 8, 'Quietness|Lautlosigkeit|Sigilo|Discrétion|静音|은밀함|Silêncio|Бесшумность|静谧|靜謐'),
  percent(
    'salvage_yield',
    2,
    8,
    'Salvage Yield|Verwertungsertrag|Rendimiento de reciclaje|Rendement de récupération|解体収量|회수율|Rendimento de sucata|Выход сырья|回收率|回收率',
  ),
]
